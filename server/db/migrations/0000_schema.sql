CREATE TABLE "conversation_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"author" text NOT NULL,
	"reviewer_id" text,
	"reviewer_name" text,
	"text" text NOT NULL,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid,
	"name" text NOT NULL,
	"mobile" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"kind" text DEFAULT 'query' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"grievance_number" text,
	"loan_id" text,
	"lender_id" integer,
	"lodged_on" text,
	"answer_by" text,
	"outcome" text,
	"settled_on" text,
	"latest_notice" text,
	CONSTRAINT "conversations_grievance_number_unique" UNIQUE("grievance_number")
);
--> statement-breakpoint
CREATE TABLE "product_interests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"consent_version" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "standard_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"reviewer_id" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
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
CREATE TABLE "nominees" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"encrypted" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contents" (
	"key" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"type" text NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"content_type" text NOT NULL,
	"password" text,
	"scan" text NOT NULL,
	"object" text DEFAULT 'stored' NOT NULL,
	"deleting_until" timestamp with time zone,
	"uploaded_at" timestamp with time zone NOT NULL,
	"unreferenced_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"loan_id" text NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"proof" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "documents_loan_id_type_pk" PRIMARY KEY("loan_id","type"),
	CONSTRAINT "documents_key_unique" UNIQUE("key")
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
CREATE TABLE "lender_events" (
	"lender_id" integer NOT NULL,
	"event_id" text NOT NULL,
	"reference" text NOT NULL,
	"loan_id" text,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lender_events_lender_id_event_id_pk" PRIMARY KEY("lender_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "lender_loans" (
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"reference" text NOT NULL,
	"result" jsonb,
	"holder" uuid,
	"held_until" timestamp with time zone,
	"stage" text,
	"stage_changed_at" timestamp with time zone,
	"offer_id" uuid,
	"accepted_at" timestamp with time zone,
	"disbursed_on" text,
	"account_number" text,
	"next_due_on" text,
	"cancelled_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"advance_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lender_loans_loan_id_lender_id_pk" PRIMARY KEY("loan_id","lender_id"),
	CONSTRAINT "lender_loans_reference_unique" UNIQUE("reference")
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
CREATE TABLE "access_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
CREATE TABLE "link_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"partner_id" text NOT NULL,
	"api_key_id" uuid NOT NULL,
	"customer_id" uuid,
	"idempotency_key" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"presentation" text DEFAULT 'embedded' NOT NULL,
	"asked_fields" text[] DEFAULT '{}'::text[] NOT NULL,
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
	"lender_ids" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"lender_id" integer DEFAULT 15 NOT NULL,
	"lender_result" jsonb,
	"submitted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"same_content_from" integer,
	"same_content_to" integer,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"erased_at" timestamp with time zone,
	"open_queries" integer DEFAULT 0 NOT NULL,
	"answered_queries" integer DEFAULT 0 NOT NULL,
	"stage" text GENERATED ALWAYS AS (case
  when status in ('with_lender', 'approved', 'rejected') then status
  when open_queries > 0 then 'sent_back'
  when answered_queries > 0 then 'answered'
  else 'to_review' end) STORED NOT NULL,
	"search_name" text GENERATED ALWAYS AS (lower(coalesce(personal_details ->> 'name', name))) STORED NOT NULL,
	"loan_number" bigint GENERATED ALWAYS AS (case when id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-'
  then ('x' || left(replace(id, '-', ''), 12))::bit(48)::bigint % 1000000000000 end) STORED
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
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"subject" text,
	"text" text,
	"document_ids" uuid[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "one_time_passwords" (
	"api_key_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"otp_hash" text,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"day" text NOT NULL,
	"tries_today" integer DEFAULT 0 NOT NULL,
	"sent_today" integer DEFAULT 0 NOT NULL,
	"birth_date_tries_today" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "one_time_passwords_api_key_id_subject_pk" PRIMARY KEY("api_key_id","subject")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"name" text NOT NULL,
	"origins" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_key_id_unique" UNIQUE("key_id"),
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"field" text NOT NULL,
	"reason" text NOT NULL,
	"message" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"asked_about" jsonb,
	"state" text DEFAULT 'raised' NOT NULL,
	"raised_by" text NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answer" text,
	"decided_by" text,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "submission_contents" (
	"submission_id" uuid NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "submission_contents_submission_id_type_pk" PRIMARY KEY("submission_id","type")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"number" integer NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"supplement" boolean DEFAULT false NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"documents" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"agreed" jsonb NOT NULL
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
CREATE TABLE "sandbox_lender_loans" (
	"reference" text PRIMARY KEY NOT NULL,
	"lender_id" integer NOT NULL,
	"request" jsonb NOT NULL,
	"answer" jsonb,
	"servicing" jsonb,
	"calls" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_provider_records" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"request" jsonb NOT NULL,
	"record" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_provider_records_provider_reference_pk" PRIMARY KEY("provider","reference")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"mode" text NOT NULL,
	"store_marked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"payload" jsonb NOT NULL,
	"dedupe_key" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"holder" uuid,
	"lease_until" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "jobs_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_counts" (
	"subject" text NOT NULL,
	"minute" integer NOT NULL,
	"points" integer NOT NULL,
	CONSTRAINT "rate_counts_subject_minute_pk" PRIMARY KEY("subject","minute")
);
--> statement-breakpoint
CREATE TABLE "schema_compatibility" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"oldest_server" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid,
	"loan_id" text,
	"lender_id" integer,
	"purpose" text NOT NULL,
	"words" text NOT NULL,
	"version" text NOT NULL,
	"language" text NOT NULL,
	"channel" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "issued_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"offer_id" uuid,
	"payment_id" uuid,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"number" text NOT NULL,
	"sha256" text NOT NULL,
	"key" text NOT NULL,
	"input" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	CONSTRAINT "issued_documents_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "kyc_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"provider_reference" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"url_token" text,
	"token_expires_at" timestamp with time zone,
	"name_on_record" text,
	"name_matches" boolean,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "kyc_checks_provider_reference_unique" UNIQUE("provider_reference")
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"method" text NOT NULL,
	"withdrawal_requested_at" timestamp with time zone,
	"limit_paise" bigint NOT NULL,
	"state" text NOT NULL,
	"provider_reference" text NOT NULL,
	"registration_number" text,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "mandates_provider_reference_unique" UNIQUE("provider_reference")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"proposal_number" text NOT NULL,
	"terms" jsonb NOT NULL,
	"apr" text,
	"differences" jsonb,
	"received_at" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	CONSTRAINT "offers_proposal_number_unique" UNIQUE("proposal_number")
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"instalment" integer,
	"amount_paise" bigint NOT NULL,
	"currency" text DEFAULT 'INR' NOT NULL,
	"state" text NOT NULL,
	"provider_reference" text,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payment_orders_provider_reference_unique" UNIQUE("provider_reference")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"loan_id" text,
	"lender_id" integer,
	"provider_payment_id" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"method" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_paise" bigint,
	"counts_for" text,
	"refund_refused_at" timestamp with time zone,
	"refund_reference" text,
	"refunded_by_lender_at" timestamp with time zone,
	CONSTRAINT "payments_provider_payment_id_unique" UNIQUE("provider_payment_id")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"reference" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "signature_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"document_id" uuid NOT NULL,
	"provider_reference" text NOT NULL,
	"state" text NOT NULL,
	"document_sha256" text NOT NULL,
	"signed_at" timestamp with time zone,
	"signed_mobile_digits" text,
	"countersigned_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signature_requests_provider_reference_unique" UNIQUE("provider_reference")
);
--> statement-breakpoint
CREATE TABLE "access_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"reviewer_name" text NOT NULL,
	"operation" text NOT NULL,
	"loan_id" text,
	"subject" text
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
	"role" text DEFAULT 'reviewer' NOT NULL,
	"totp_secret" text,
	"totp_last_step" integer,
	"recovery_hashes" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	"invitation_hash" text,
	"invitation_expires_at" timestamp with time zone,
	"invited_totp_secret" text,
	CONSTRAINT "reviewers_email_unique" UNIQUE("email"),
	CONSTRAINT "reviewers_invitation_hash_unique" UNIQUE("invitation_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_devices" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"reviewer_name" text NOT NULL,
	"event" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_partners" (
	"reviewer_id" uuid NOT NULL,
	"partner_id" text NOT NULL,
	CONSTRAINT "staff_partners_reviewer_id_partner_id_pk" PRIMARY KEY("reviewer_id","partner_id")
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
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_sessions" ADD CONSTRAINT "customer_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_session_id_customer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."customer_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_key_contents_key_fk" FOREIGN KEY ("key") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_institution_id_institutions_id_fk" FOREIGN KEY ("institution_id") REFERENCES "public"."institutions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emi_options" ADD CONSTRAINT "emi_options_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD CONSTRAINT "lender_loans_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_keys" ADD CONSTRAINT "link_keys_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_tokens" ADD CONSTRAINT "loan_tokens_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queries" ADD CONSTRAINT "queries_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_contents" ADD CONSTRAINT "submission_contents_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_contents" ADD CONSTRAINT "submission_contents_key_contents_key_fk" FOREIGN KEY ("key") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD CONSTRAINT "issued_documents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD CONSTRAINT "issued_documents_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD CONSTRAINT "issued_documents_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_checks" ADD CONSTRAINT "kyc_checks_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD CONSTRAINT "signature_requests_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD CONSTRAINT "signature_requests_document_id_issued_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."issued_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_views" ADD CONSTRAINT "review_views_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_views" ADD CONSTRAINT "review_views_reviewer_id_reviewers_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."reviewers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_reviewer_id_reviewers_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."reviewers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_partners" ADD CONSTRAINT "staff_partners_reviewer_id_reviewers_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."reviewers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_partners" ADD CONSTRAINT "staff_partners_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_reviewer_id_reviewers_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."reviewers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_messages_conversation" ON "conversation_messages" USING btree ("conversation_id","at");--> statement-breakpoint
CREATE INDEX "conversations_state" ON "conversations" USING btree ("state","updated_at","id");--> statement-breakpoint
CREATE INDEX "conversations_order" ON "conversations" USING btree ("state","answer_by","updated_at","id");--> statement-breakpoint
CREATE INDEX "conversations_unsettled" ON "conversations" USING btree ("answer_by") WHERE "conversations"."answer_by" is not null and "conversations"."outcome" is null;--> statement-breakpoint
CREATE INDEX "conversations_customer" ON "conversations" USING btree ("customer_id","started_at") WHERE "conversations"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_mobile" ON "conversations" USING btree ("mobile","started_at");--> statement-breakpoint
CREATE INDEX "conversations_email" ON "conversations" USING btree ("email","started_at");--> statement-breakpoint
CREATE INDEX "conversations_updated" ON "conversations" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "product_interests_address" ON "product_interests" USING btree ("product","address");--> statement-breakpoint
CREATE INDEX "product_interests_created" ON "product_interests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customer_sessions_customer" ON "customer_sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_sessions_used" ON "customer_sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "customer_tokens_session" ON "customer_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "contents_loan" ON "contents" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "contents_unreferenced" ON "contents" USING btree ("unreferenced_since") WHERE "contents"."unreferenced_since" is not null;--> statement-breakpoint
CREATE INDEX "contents_deleting" ON "contents" USING btree ("deleting_until") WHERE "contents"."object" = 'deleting';--> statement-breakpoint
CREATE INDEX "courses_institution" ON "courses" USING btree ("institution_id");--> statement-breakpoint
CREATE INDEX "emi_options_course" ON "emi_options" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "lender_events_received" ON "lender_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "lender_loans_held" ON "lender_loans" USING btree ("held_until") WHERE "lender_loans"."holder" is not null;--> statement-breakpoint
CREATE INDEX "lender_loans_advance" ON "lender_loans" USING btree ("advance_at") WHERE "lender_loans"."advance_at" is not null;--> statement-breakpoint
CREATE INDEX "lender_loans_without_offer" ON "lender_loans" USING btree ("created_at") WHERE stage is null and result ->> 'status' = 'APPROVED';--> statement-breakpoint
CREATE UNIQUE INDEX "lender_loans_one_accepted" ON "lender_loans" USING btree ("loan_id") WHERE stage in ('accepted', 'agreement_signed', 'kyc_verified', 'mandate_registered', 'advance_paid', 'disbursed', 'repaying');--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_submission" ON "pushes" USING btree ("loan_id","lender_id","submission");--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_one_unanswered" ON "pushes" USING btree ("loan_id","lender_id") WHERE "pushes"."state" = 'unanswered';--> statement-breakpoint
CREATE INDEX "access_codes_loan" ON "access_codes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "access_codes_created" ON "access_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "link_keys_loan" ON "link_keys" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "loan_tokens_loan" ON "loan_tokens" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "loan_tokens_created" ON "loan_tokens" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "loans_partner_idempotency" ON "loans" USING btree ("partner_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "loans_customer" ON "loans" USING btree ("customer_id","created_at") WHERE "loans"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "loans_partner" ON "loans" USING btree ("partner_id","test","created_at") WHERE "loans"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "loans_claimable" ON "loans" USING btree ("mobile") WHERE "loans"."customer_id" is null;--> statement-breakpoint
CREATE INDEX "loans_retention" ON "loans" USING btree ("status","created_at") WHERE "loans"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "loans_queue" ON "loans" USING btree ("test","stage","submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_queue_status" ON "loans" USING btree ("test","status","stage","submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_queue_institution" ON "loans" USING btree ("test","institution_id","stage","submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_queue_partner" ON "loans" USING btree ("test","partner_id","stage","submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_number" ON "loans" USING btree ("loan_number") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_id_prefix" ON "loans" USING btree ("id" text_pattern_ops) WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_name_prefix" ON "loans" USING btree ("search_name" text_pattern_ops) WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_email_prefix" ON "loans" USING btree (lower("email") text_pattern_ops) WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "messages_loan" ON "messages" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient","template","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_partner" ON "api_keys" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "queries_loan" ON "queries" USING btree ("loan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "queries_one_open" ON "queries" USING btree ("loan_id","field") WHERE "queries"."state" = 'raised';--> statement-breakpoint
CREATE INDEX "submission_contents_key" ON "submission_contents" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_number" ON "submissions" USING btree ("loan_id","number");--> statement-breakpoint
CREATE INDEX "timeline_loan" ON "timeline" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("channel","priority" DESC NULLS FIRST,"run_at") WHERE "jobs"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_holder" ON "jobs" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "consents_customer" ON "consents" USING btree ("customer_id","given_at");--> statement-breakpoint
CREATE INDEX "consents_loan" ON "consents" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE INDEX "issued_documents_loan" ON "issued_documents" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_documents_offer" ON "issued_documents" USING btree ("offer_id","kind","language") WHERE "issued_documents"."kind" in ('key_facts', 'agreement');--> statement-breakpoint
CREATE UNIQUE INDEX "issued_documents_payment" ON "issued_documents" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "kyc_checks_loan" ON "kyc_checks" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE INDEX "mandates_loan" ON "mandates" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_revision" ON "offers" USING btree ("loan_id","lender_id","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_idempotency" ON "payment_orders" USING btree ("loan_id","lender_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_one_open" ON "payment_orders" USING btree ("loan_id","lender_id","purpose",coalesce("instalment", 0)) WHERE "payment_orders"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_loan" ON "payments" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE INDEX "payments_held" ON "payments" USING btree ("paid_at") WHERE "payments"."state" = 'held';--> statement-breakpoint
CREATE INDEX "payments_refunded_by_lender" ON "payments" USING btree ("paid_at") WHERE "payments"."decision" = 'refunded_by_lender';--> statement-breakpoint
CREATE INDEX "provider_events_received" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "signature_requests_loan" ON "signature_requests" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE INDEX "access_log_at" ON "access_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "access_log_loan" ON "access_log" USING btree ("loan_id","at");--> statement-breakpoint
CREATE INDEX "access_log_reviewer" ON "access_log" USING btree ("reviewer_id","operation","at");--> statement-breakpoint
CREATE INDEX "staff_devices_reviewer" ON "staff_devices" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "staff_events_at" ON "staff_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_events_reviewer" ON "staff_events" USING btree ("reviewer_id","at");--> statement-breakpoint
CREATE INDEX "staff_sessions_reviewer" ON "staff_sessions" USING btree ("reviewer_id");--> statement-breakpoint
-- From here on what the schema of Drizzle does not say.
CREATE FUNCTION "count_queries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  loan text := coalesce(NEW."loan_id", OLD."loan_id");
BEGIN
  UPDATE "loans" SET
    "open_queries" = (SELECT count(*) FROM "queries" WHERE "loan_id" = loan AND "state" = 'raised'),
    "answered_queries" = (SELECT count(*) FROM "queries" WHERE "loan_id" = loan AND "state" = 'answered')
  WHERE "id" = loan;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "queries_counted" AFTER INSERT OR UPDATE OF "state" OR DELETE ON "queries" FOR EACH ROW EXECUTE FUNCTION "count_queries"();--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;--> statement-breakpoint
-- The rows of an application that is being erased may be changed, in the transaction that names its loan, and no others.
CREATE FUNCTION "refuse_change_but_erasure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."loan_id" = current_setting('feepath.erased_loan', true) AND NEW."loan_id" = OLD."loan_id" THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;--> statement-breakpoint
-- A document is never changed: only that it was acknowledged is added, once, and an erasure passes.
CREATE FUNCTION "refuse_change_but_acknowledgement"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."loan_id" = current_setting('feepath.erased_loan', true) AND NEW."loan_id" = OLD."loan_id" THEN
    RETURN NEW;
  END IF;
  IF OLD."acknowledged_at" IS NULL AND to_jsonb(NEW) - 'acknowledged_at' = to_jsonb(OLD) - 'acknowledged_at' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "timeline_unchanged" BEFORE UPDATE ON "timeline" FOR EACH ROW EXECUTE FUNCTION "refuse_change_but_erasure"();--> statement-breakpoint
CREATE TRIGGER "timeline_lasts" BEFORE DELETE OR TRUNCATE ON "timeline" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "submissions_unchanged" BEFORE UPDATE ON "submissions" FOR EACH ROW EXECUTE FUNCTION "refuse_change_but_erasure"();--> statement-breakpoint
CREATE TRIGGER "submissions_last" BEFORE DELETE OR TRUNCATE ON "submissions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "issued_documents_unchanged" BEFORE UPDATE ON "issued_documents" FOR EACH ROW EXECUTE FUNCTION "refuse_change_but_acknowledgement"();--> statement-breakpoint
CREATE TRIGGER "issued_documents_last" BEFORE DELETE OR TRUNCATE ON "issued_documents" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
-- The search of the review queue by parts of names and numbers.
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX IF NOT EXISTS "loans_name_trigrams" ON "loans" USING gin ("search_name" gin_trgm_ops) WHERE status <> 'draft';
    CREATE INDEX IF NOT EXISTS "loans_mobile_trigrams" ON "loans" USING gin ("mobile" gin_trgm_ops) WHERE status <> 'draft';
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'pg_trgm is missing: an administrator of the database creates it, and the two indexes of this migration';
END;
$$;--> statement-breakpoint
-- The partner of what customers create by themselves. Its key is revoked from the start, and nobody has it: it is there
-- for the columns that name a key.
INSERT INTO "partners" ("id", "name", "created_at") VALUES ('feepath', 'Feepath', now());--> statement-breakpoint
INSERT INTO "api_keys" ("id", "key_id", "partner_id", "key_hash", "name", "created_at", "revoked_at")
	VALUES (gen_random_uuid(), 'feepath', 'feepath', md5(gen_random_uuid()::text) || md5(gen_random_uuid()::text), 'Customers', now(), now());--> statement-breakpoint
INSERT INTO "schema_compatibility" ("oldest_server") VALUES (1795858562137);
