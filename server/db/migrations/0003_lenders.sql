ALTER TABLE "lender_loans" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "lender_id" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_lender_loans" ADD COLUMN "lender_id" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
UPDATE "lender_loans" SET "result" = (SELECT "lender_result" FROM "loans" WHERE "loans"."id" = "lender_loans"."loan_id" AND "loans"."status" IN ('approved', 'rejected', 'pending', 'in_progress', 'under_review'));
