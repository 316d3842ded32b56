CREATE TABLE "link_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "loans_queue_key";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "partner_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "partner_id" text;--> statement-breakpoint
INSERT INTO "partners" ("id", "name", "created_at") SELECT "key_id", "name", "created_at" FROM "api_keys";--> statement-breakpoint
UPDATE "api_keys" SET "partner_id" = "key_id", "key" = NULL;--> statement-breakpoint
UPDATE "loans" SET "partner_id" = "api_keys"."partner_id" FROM "api_keys" WHERE "api_keys"."id" = "loans"."api_key_id";--> statement-breakpoint
CREATE FUNCTION "give_key_a_partner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."partner_id" IS NULL THEN
    INSERT INTO "partners" ("id", "name", "created_at") VALUES (NEW."key_id", NEW."name", NEW."created_at") ON CONFLICT DO NOTHING;
    NEW."partner_id" := NEW."key_id";
  END IF;
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "api_keys_partner" BEFORE INSERT ON "api_keys" FOR EACH ROW EXECUTE FUNCTION "give_key_a_partner"();--> statement-breakpoint
CREATE FUNCTION "give_loan_a_partner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."partner_id" := coalesce(NEW."partner_id", (SELECT "partner_id" FROM "api_keys" WHERE "id" = NEW."api_key_id"));
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "loans_partner" BEFORE INSERT ON "loans" FOR EACH ROW EXECUTE FUNCTION "give_loan_a_partner"();--> statement-breakpoint
ALTER TABLE "api_keys" ALTER COLUMN "partner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ALTER COLUMN "partner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "link_keys" ADD CONSTRAINT "link_keys_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_keys_loan" ON "link_keys" USING btree ("loan_id");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_partner" ON "api_keys" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loans_partner_idempotency" ON "loans" USING btree ("partner_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "loans_queue_partner" ON "loans" USING btree ("test","partner_id","stage","submitted_at","id") WHERE status <> 'draft';