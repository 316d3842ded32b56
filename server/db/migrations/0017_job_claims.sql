ALTER TABLE "jobs" ADD COLUMN "claims" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_loan" ON "jobs" USING btree (("payload" ->> 'loanId'));--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("failed_at") WHERE "jobs"."failed_at" is not null;