DROP INDEX "servicing_cases_once";--> statement-breakpoint
DROP INDEX "servicing_cases_listed_once";--> statement-breakpoint
ALTER TABLE "servicing_cases" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "servicing_cases" ADD COLUMN "compared_day" text;--> statement-breakpoint
CREATE INDEX "servicing_cases_loan" ON "servicing_cases" USING btree ("loan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "servicing_cases_once" ON "servicing_cases" USING btree ("loan_id","lender_id","kind","subject") WHERE "servicing_cases"."settled_by" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "servicing_cases_listed_once" ON "servicing_cases" USING btree ("counterparty","kind","subject") WHERE "servicing_cases"."counterparty" is not null and "servicing_cases"."settled_by" is null;