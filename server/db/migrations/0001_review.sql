CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"subject" text,
	"text" text,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reentries" (
	"api_key_id" uuid NOT NULL,
	"loan_id" text NOT NULL,
	"otp_hash" text,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"day" text NOT NULL,
	"tries_today" integer DEFAULT 0 NOT NULL,
	"sent_today" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reentries_api_key_id_loan_id_pk" PRIMARY KEY("api_key_id","loan_id")
);
--> statement-breakpoint
CREATE TABLE "review_views" (
	"loan_id" text NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_views_loan_id_reviewer_id_pk" PRIMARY KEY("loan_id","reviewer_id")
);
--> statement-breakpoint
CREATE TABLE "reviewers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "reviewers_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "sandbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"number" integer NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"documents" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timeline" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"act" text NOT NULL,
	"field" text,
	"before" jsonb,
	"after" jsonb,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "asked_about" jsonb;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "state" text DEFAULT 'raised' NOT NULL;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "queries" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_views" ADD CONSTRAINT "review_views_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_views" ADD CONSTRAINT "review_views_reviewer_id_reviewers_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."reviewers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_reviewer_id_reviewers_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."reviewers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_loan" ON "messages" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("due_at") WHERE "messages"."state" in ('waiting', 'handing');--> statement-breakpoint
CREATE INDEX "staff_sessions_reviewer" ON "staff_sessions" USING btree ("reviewer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_number" ON "submissions" USING btree ("loan_id","number");--> statement-breakpoint
CREATE INDEX "timeline_loan" ON "timeline" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "loans_submitted" ON "loans" USING btree ("submitted_at");--> statement-breakpoint
UPDATE "queries" SET "state" = 'answered' WHERE "answered_at" IS NOT NULL;--> statement-breakpoint
UPDATE "loans" SET "submitted_at" = "customer_consent_at" WHERE "status" <> 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "queries_one_open" ON "queries" USING btree ("loan_id","field") WHERE "queries"."state" = 'raised';--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "timeline_lasts" BEFORE UPDATE OR DELETE OR TRUNCATE ON "timeline" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "submissions_last" BEFORE UPDATE OR DELETE OR TRUNCATE ON "submissions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
