ALTER TABLE "loans" ADD COLUMN "pan_hash" text;--> statement-breakpoint
CREATE INDEX "loans_pan" ON "loans" USING btree ("pan_hash") WHERE status <> 'draft';--> statement-breakpoint
CREATE INDEX "students_name_prefix" ON "students" USING btree (lower("details" ->> 'student_name') text_pattern_ops);--> statement-breakpoint
-- The search by parts of names, where the extension is.
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX "students_name_trigrams" ON "students" USING gin (lower("details" ->> 'student_name') gin_trgm_ops);
  END IF;
END;
$$;
