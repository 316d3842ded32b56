DROP INDEX "institutions_lower_name";--> statement-breakpoint
DROP INDEX "loans_mobile";--> statement-breakpoint
DROP INDEX "loans_status";--> statement-breakpoint
DROP INDEX "loans_submitted";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "open_queries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "answered_queries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "stage" text GENERATED ALWAYS AS (case
  when status in ('with_lender', 'approved', 'rejected') then status
  when open_queries > 0 then 'sent_back'
  when answered_queries > 0 then 'answered'
  else 'to_review' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "search_name" text GENERATED ALWAYS AS (lower(coalesce(personal_details ->> 'name', name))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "loan_number" bigint GENERATED ALWAYS AS (case when id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-'
  then ('x' || left(replace(id, '-', ''), 12))::bit(48)::bigint % 1000000000000 end) STORED;--> statement-breakpoint
CREATE INDEX "lender_loans_held" ON "lender_loans" USING btree ("held_until") WHERE "lender_loans"."holder" is not null;--> statement-breakpoint
CREATE INDEX "loans_queue" ON "loans" USING btree ("test","stage","submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_queue_status" ON "loans" USING btree ("test","status","stage","submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_queue_institution" ON "loans" USING btree ("test","institution_id","stage","submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_queue_key" ON "loans" USING btree ("test","api_key_id","stage","submitted_at","id") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_number" ON "loans" USING btree ("loan_number") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_id_prefix" ON "loans" USING btree ("id" text_pattern_ops) WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "loans_name_prefix" ON "loans" USING btree ("search_name" text_pattern_ops) WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient","template","created_at");
--> statement-breakpoint
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
UPDATE "loans" SET
  "open_queries" = "counted"."raised",
  "answered_queries" = "counted"."answered"
FROM (
  SELECT "loan_id", count(*) FILTER (WHERE "state" = 'raised') AS "raised", count(*) FILTER (WHERE "state" = 'answered') AS "answered"
  FROM "queries" GROUP BY "loan_id"
) AS "counted"
WHERE "loans"."id" = "counted"."loan_id";--> statement-breakpoint
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
$$;
