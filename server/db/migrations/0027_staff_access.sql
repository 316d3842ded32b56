CREATE TABLE "staff_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"reviewer_name" text NOT NULL,
	"event" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reviewers" ADD COLUMN "invitation_hash" text;--> statement-breakpoint
ALTER TABLE "reviewers" ADD COLUMN "invitation_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviewers" ADD COLUMN "invited_totp_secret" text;--> statement-breakpoint
CREATE INDEX "staff_events_at" ON "staff_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_events_reviewer" ON "staff_events" USING btree ("reviewer_id","at");--> statement-breakpoint
ALTER TABLE "reviewers" ADD CONSTRAINT "reviewers_invitation_hash_unique" UNIQUE("invitation_hash");