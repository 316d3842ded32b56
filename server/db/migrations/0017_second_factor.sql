ALTER TABLE "reviewers" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "reviewers" ADD COLUMN "totp_last_step" integer;--> statement-breakpoint
ALTER TABLE "reviewers" ADD COLUMN "recovery_hashes" text[] DEFAULT '{}'::text[] NOT NULL;