ALTER TABLE "loans" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
-- The rows of an application that is being erased may be changed, in the transaction that names its loan, and no others.
CREATE FUNCTION "refuse_change_but_erasure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."loan_id" = current_setting('feepath.erased_loan', true) AND NEW."loan_id" = OLD."loan_id" THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;--> statement-breakpoint
DROP TRIGGER "timeline_lasts" ON "timeline";--> statement-breakpoint
DROP TRIGGER "submissions_last" ON "submissions";--> statement-breakpoint
-- A submission had a copy of the passwords of its documents. Servers of the version before still write one.
CREATE FUNCTION "without_passwords"("documents" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(one."type", one."content" - 'password'), '{}') FROM jsonb_each("documents") AS one("type", "content");
$$;--> statement-breakpoint
UPDATE "submissions" SET "documents" = "without_passwords"("documents") WHERE "documents"::text LIKE '%"password":%';--> statement-breakpoint
CREATE FUNCTION "remove_password_copies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."documents" := "without_passwords"(NEW."documents");
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "submissions_passwords" BEFORE INSERT ON "submissions" FOR EACH ROW EXECUTE FUNCTION "remove_password_copies"();--> statement-breakpoint
CREATE TRIGGER "timeline_lasts" BEFORE DELETE OR TRUNCATE ON "timeline" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "submissions_last" BEFORE DELETE OR TRUNCATE ON "submissions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "timeline_unchanged" BEFORE UPDATE ON "timeline" FOR EACH ROW EXECUTE FUNCTION "refuse_change_but_erasure"();--> statement-breakpoint
CREATE TRIGGER "submissions_unchanged" BEFORE UPDATE ON "submissions" FOR EACH ROW EXECUTE FUNCTION "refuse_change_but_erasure"();
