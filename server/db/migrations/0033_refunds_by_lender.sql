ALTER TABLE "payments" ADD COLUMN "refund_reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_by_lender_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payments_refunded_by_lender" ON "payments" USING btree ("paid_at") WHERE "payments"."decision" = 'refunded_by_lender';