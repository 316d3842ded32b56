ALTER TABLE "mandates" ADD COLUMN "payee" jsonb;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "payee" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "other_payee" text;