CREATE TABLE "servicing_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT "offers_proposal_number_unique";--> statement-breakpoint
DROP INDEX "lender_loans_one_accepted";--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "disbursed_paise" bigint;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "disbursal_utr" text;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "cancel_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "servicing_cases" ADD CONSTRAINT "servicing_cases_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "servicing_cases_once" ON "servicing_cases" USING btree ("loan_id","lender_id","kind","subject");--> statement-breakpoint
CREATE INDEX "servicing_cases_open" ON "servicing_cases" USING btree ("opened_at") WHERE "servicing_cases"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_proposal" ON "offers" USING btree ("lender_id","proposal_number");