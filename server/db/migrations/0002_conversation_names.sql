CREATE INDEX "conversations_name_prefix" ON "conversations" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
-- The search by parts of names, where the extension is.
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX "conversations_name_trigrams" ON "conversations" USING gin (lower("name") gin_trgm_ops);
  END IF;
END;
$$;
