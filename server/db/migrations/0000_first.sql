CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"name" text NOT NULL,
	"origins" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_key_id_unique" UNIQUE("key_id"),
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer NOT NULL,
	"title" text NOT NULL,
	"fee" bigint NOT NULL,
	"admission_fee" bigint DEFAULT 0 NOT NULL,
	"transport_fee" bigint DEFAULT 0 NOT NULL,
	"other_fee" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"loan_id" text NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"size" bigint NOT NULL,
	"content_type" text NOT NULL,
	"etag" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "documents_loan_id_type_pk" PRIMARY KEY("loan_id","type"),
	CONSTRAINT "documents_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"loan_id" text NOT NULL,
	"step" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_loan_id_step_pk" PRIMARY KEY("loan_id","step")
);
--> statement-breakpoint
CREATE TABLE "emi_options" (
	"id" integer PRIMARY KEY NOT NULL,
	"course_id" integer NOT NULL,
	"emi_tenure" integer NOT NULL,
	"parent_pf" text DEFAULT '0' NOT NULL,
	"parent_pf_amount" bigint DEFAULT 0 NOT NULL,
	"parent_interest" text DEFAULT '0' NOT NULL,
	"advance_emi" integer DEFAULT 0 NOT NULL,
	"membership_fee" bigint DEFAULT 0 NOT NULL,
	"subvention" text DEFAULT '0' NOT NULL,
	"fibe_id" integer,
	"is_disabled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "institutions" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"prefferd_lenders" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"commercial_type" text NOT NULL,
	"subvention" text DEFAULT '0' NOT NULL,
	"fee_validation" boolean DEFAULT false NOT NULL,
	"receipt_upload" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lender_loans" (
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"reference" text NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lender_loans_loan_id_lender_id_pk" PRIMARY KEY("loan_id","lender_id"),
	CONSTRAINT "lender_loans_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "loan_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" text PRIMARY KEY NOT NULL,
	"api_key_id" uuid NOT NULL,
	"idempotency_key" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"locked_institute_id" integer,
	"institution_id" integer,
	"institution_name" text,
	"course_id" integer,
	"order_value" bigint,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"personal_details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"employment_details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"income_details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"loan_details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"bank_details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"fee_receipt" text,
	"customer_consent_at" timestamp with time zone,
	"lender_result" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"submission" integer NOT NULL,
	"state" text NOT NULL,
	"request" jsonb NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "queries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"field" text NOT NULL,
	"reason" text NOT NULL,
	"message" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"raised_by" text NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "sandbox_lender_loans" (
	"reference" text PRIMARY KEY NOT NULL,
	"request" jsonb NOT NULL,
	"answer" jsonb,
	"calls" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" uuid NOT NULL,
	"loan_id" text NOT NULL,
	"position" integer NOT NULL,
	"institution_id" integer,
	"institution_course_id" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "students_loan_id_id_pk" PRIMARY KEY("loan_id","id")
);
--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_institution_id_institutions_id_fk" FOREIGN KEY ("institution_id") REFERENCES "public"."institutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emi_options" ADD CONSTRAINT "emi_options_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD CONSTRAINT "lender_loans_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_tokens" ADD CONSTRAINT "loan_tokens_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queries" ADD CONSTRAINT "queries_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courses_institution" ON "courses" USING btree ("institution_id");--> statement-breakpoint
CREATE INDEX "emi_options_course" ON "emi_options" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "institutions_lower_name" ON "institutions" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "loan_tokens_loan" ON "loan_tokens" USING btree ("loan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loans_idempotency" ON "loans" USING btree ("api_key_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "loans_mobile" ON "loans" USING btree ("mobile");--> statement-breakpoint
CREATE INDEX "loans_status" ON "loans" USING btree ("status","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_submission" ON "pushes" USING btree ("loan_id","lender_id","submission");--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_one_unanswered" ON "pushes" USING btree ("loan_id","lender_id") WHERE "pushes"."state" = 'unanswered';--> statement-breakpoint
CREATE INDEX "queries_loan" ON "queries" USING btree ("loan_id");