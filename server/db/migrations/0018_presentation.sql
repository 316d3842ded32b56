ALTER TABLE "loans" ADD COLUMN "presentation" text DEFAULT 'embedded' NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "asked_fields" text[] DEFAULT '{}'::text[] NOT NULL;