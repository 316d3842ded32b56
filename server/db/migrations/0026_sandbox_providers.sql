CREATE TABLE "sandbox_provider_records" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"request" jsonb NOT NULL,
	"record" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_provider_records_provider_reference_pk" PRIMARY KEY("provider","reference")
);
