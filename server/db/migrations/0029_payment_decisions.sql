ALTER TABLE "payments" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "decided_paise" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "counts_for" text;--> statement-breakpoint
CREATE INDEX "payments_held" ON "payments" USING btree ("paid_at") WHERE "payments"."state" = 'held';--> statement-breakpoint
CREATE INDEX "lender_loans_without_offer" ON "lender_loans" USING btree ("created_at") WHERE stage is null and result ->> 'status' = 'APPROVED';