ALTER TABLE "lender_loans" ADD COLUMN "disbursal_heard_on" text;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "is_late_charge" boolean DEFAULT false NOT NULL;