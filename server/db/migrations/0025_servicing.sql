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
	"countersigned_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signature_requests_provider_reference_unique" UNIQUE("provider_reference")
);
--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "stage_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "offer_id" uuid;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "disbursed_on" text;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "account_number" text;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "next_due_on" text;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "advance_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "lender_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_lender_loans" ADD COLUMN "servicing" jsonb;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD CONSTRAINT "issued_documents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD CONSTRAINT "issued_documents_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_checks" ADD CONSTRAINT "kyc_checks_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD CONSTRAINT "signature_requests_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_requests" ADD CONSTRAINT "signature_requests_document_id_issued_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."issued_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_customer" ON "consents" USING btree ("customer_id","given_at");--> statement-breakpoint
CREATE INDEX "consents_loan" ON "consents" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE INDEX "issued_documents_loan" ON "issued_documents" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_documents_offer" ON "issued_documents" USING btree ("offer_id","kind","language") WHERE "issued_documents"."kind" in ('key_facts', 'agreement');--> statement-breakpoint
CREATE INDEX "kyc_checks_loan" ON "kyc_checks" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE INDEX "mandates_loan" ON "mandates" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_revision" ON "offers" USING btree ("loan_id","lender_id","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_idempotency" ON "payment_orders" USING btree ("loan_id","lender_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_one_open" ON "payment_orders" USING btree ("loan_id","lender_id","purpose",coalesce("instalment", 0)) WHERE "payment_orders"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_loan" ON "payments" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE INDEX "provider_events_received" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "signature_requests_loan" ON "signature_requests" USING btree ("loan_id","lender_id");--> statement-breakpoint
CREATE INDEX "lender_loans_advance" ON "lender_loans" USING btree ("advance_at") WHERE "lender_loans"."advance_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "lender_loans_one_accepted" ON "lender_loans" USING btree ("loan_id") WHERE stage in ('accepted', 'agreement_signed', 'kyc_verified', 'mandate_registered', 'advance_paid', 'disbursed', 'repaying');--> statement-breakpoint
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
CREATE TRIGGER "issued_documents_unchanged" BEFORE UPDATE ON "issued_documents" FOR EACH ROW EXECUTE FUNCTION "refuse_change_but_acknowledgement"();--> statement-breakpoint
CREATE TRIGGER "issued_documents_last" BEFORE DELETE OR TRUNCATE ON "issued_documents" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
