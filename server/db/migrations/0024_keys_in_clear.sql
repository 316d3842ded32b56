-- No server of this version names the column; the version before still reads it, so the next version drops it.
UPDATE "api_keys" SET "key" = NULL WHERE "key" IS NOT NULL;
