CREATE TABLE "staff_devices" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "same_content_from" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "same_content_to" integer;--> statement-breakpoint
ALTER TABLE "reentries" ADD COLUMN "birth_date_tries_today" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_reviewer_id_reviewers_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."reviewers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_devices_reviewer" ON "staff_devices" USING btree ("reviewer_id");