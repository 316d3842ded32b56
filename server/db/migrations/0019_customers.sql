CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mobile" text NOT NULL,
	"name" text,
	"email" text,
	"language" text DEFAULT 'en' NOT NULL,
	"partner_id" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_mobile_unique" UNIQUE("mobile")
);
--> statement-breakpoint
CREATE TABLE "customer_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"device" text NOT NULL,
	"secret" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "reentries" RENAME TO "one_time_passwords";--> statement-breakpoint
ALTER TABLE "one_time_passwords" RENAME COLUMN "loan_id" TO "subject";--> statement-breakpoint
ALTER TABLE "one_time_passwords" RENAME CONSTRAINT "reentries_api_key_id_loan_id_pk" TO "one_time_passwords_api_key_id_subject_pk";--> statement-breakpoint
-- Servers of the version before read and write the rows under this name.
CREATE VIEW "reentries" AS SELECT "api_key_id", "subject" AS "loan_id", "otp_hash", "sent_at", "expires_at", "tries", "day", "tries_today", "sent_today", "birth_date_tries_today" FROM "one_time_passwords";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "loan_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_sessions" ADD CONSTRAINT "customer_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_session_id_customer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."customer_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_sessions_customer" ON "customer_sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_sessions_used" ON "customer_sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "customer_tokens_session" ON "customer_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "loans_customer" ON "loans" USING btree ("customer_id","created_at") WHERE "loans"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "loans_claimable" ON "loans" USING btree ("mobile") WHERE "loans"."customer_id" is null;--> statement-breakpoint
-- The partner of what customers create by themselves. Its key is revoked from the start, and nobody has it: it is there
-- for the columns that name a key.
INSERT INTO "partners" ("id", "name", "created_at") VALUES ('feepath', 'Feepath', now()) ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "api_keys" ("id", "key_id", "partner_id", "key_hash", "name", "created_at", "revoked_at")
	VALUES (gen_random_uuid(), 'feepath', 'feepath', md5(gen_random_uuid()::text) || md5(gen_random_uuid()::text), 'Customers', now(), now()) ON CONFLICT DO NOTHING;
