DROP INDEX "issued_documents_offer";--> statement-breakpoint
ALTER TABLE "lender_loans" ADD COLUMN "key_facts_id" uuid;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD COLUMN "version" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD COLUMN "pages" jsonb;--> statement-breakpoint
CREATE INDEX "issued_documents_of_offer" ON "issued_documents" USING btree ("offer_id","kind");