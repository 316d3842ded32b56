ALTER TABLE "servicing_cases" ALTER COLUMN "loan_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "servicing_cases" ALTER COLUMN "lender_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "servicing_cases" ADD COLUMN "counterparty" text;--> statement-breakpoint
CREATE INDEX "lender_loans_disbursed" ON "lender_loans" USING btree ("lender_id","disbursed_on") WHERE "lender_loans"."disbursed_on" is not null;--> statement-breakpoint
CREATE INDEX "collections_day" ON "collections" USING btree ("lender_id","collected_on");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_at");--> statement-breakpoint
CREATE UNIQUE INDEX "servicing_cases_listed_once" ON "servicing_cases" USING btree ("counterparty","kind","subject") WHERE "servicing_cases"."counterparty" is not null;