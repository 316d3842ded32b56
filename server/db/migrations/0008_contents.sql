CREATE TABLE "contents" (
	"key" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"type" text NOT NULL,
	"sha256" text NOT NULL,
	"size" bigint NOT NULL,
	"content_type" text NOT NULL,
	"password" text,
	"scan" text NOT NULL,
	"object" text DEFAULT 'stored' NOT NULL,
	"deleting_until" timestamp with time zone,
	"uploaded_at" timestamp with time zone NOT NULL,
	"unreferenced_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"mode" text NOT NULL,
	"store_marked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_contents" (
	"submission_id" uuid NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "submission_contents_submission_id_type_pk" PRIMARY KEY("submission_id","type")
);
--> statement-breakpoint
ALTER TABLE "submission_contents" ADD CONSTRAINT "submission_contents_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_contents" ADD CONSTRAINT "submission_contents_key_contents_key_fk" FOREIGN KEY ("key") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contents_loan" ON "contents" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "contents_unreferenced" ON "contents" USING btree ("unreferenced_since") WHERE "contents"."unreferenced_since" is not null;--> statement-breakpoint
CREATE INDEX "contents_deleting" ON "contents" USING btree ("deleting_until") WHERE "contents"."object" = 'deleting';--> statement-breakpoint
CREATE INDEX "submission_contents_key" ON "submission_contents" USING btree ("key");--> statement-breakpoint
INSERT INTO "contents" ("key", "loan_id", "type", "sha256", "size", "content_type", "password", "scan", "object", "deleting_until", "uploaded_at")
	SELECT d."key", d."loan_id", d."type", d."etag", d."size", d."content_type", d."password", coalesce(s."state", 'not_scanned'),
		CASE WHEN s."state" = 'refused' THEN 'deleting' ELSE 'stored' END, CASE WHEN s."state" = 'refused' THEN now() END, d."created_at"
	FROM "documents" d LEFT JOIN "scans" s ON s."key" = d."key";--> statement-breakpoint
CREATE FUNCTION "add_submission_contents"("submission" "submissions") RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "contents" ("key", "loan_id", "type", "sha256", "size", "content_type", "password", "scan", "object", "deleting_until", "uploaded_at")
		SELECT 'documents/' || submission."loan_id" || '/' || d."type" || '/' || (d."content" ->> 'e_tag'), submission."loan_id", d."type",
			d."content" ->> 'e_tag', (d."content" ->> 'size')::bigint, d."content" ->> 'content_type', d."content" ->> 'password',
			coalesce(s."state", 'not_scanned'), CASE WHEN s."state" = 'refused' THEN 'deleting' ELSE 'stored' END, CASE WHEN s."state" = 'refused' THEN now() END,
			coalesce(nullif(d."content" ->> 'uploaded_at', '')::timestamptz, submission."submitted_at")
		FROM jsonb_each(submission."documents") AS d("type", "content")
		LEFT JOIN "scans" s ON s."key" = 'documents/' || submission."loan_id" || '/' || d."type" || '/' || (d."content" ->> 'e_tag')
		ON CONFLICT ("key") DO NOTHING;
	INSERT INTO "submission_contents" ("submission_id", "type", "key")
		SELECT submission."id", d."type", 'documents/' || submission."loan_id" || '/' || d."type" || '/' || (d."content" ->> 'e_tag')
		FROM jsonb_each(submission."documents") AS d("type", "content")
		ON CONFLICT DO NOTHING;
END;
$$;--> statement-breakpoint
SELECT "add_submission_contents"(s) FROM "submissions" s ORDER BY s."submitted_at";--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_key_contents_key_fk" FOREIGN KEY ("key") REFERENCES "public"."contents"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "fill_submission_contents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "add_submission_contents"(NEW);
	RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "submissions_contents" AFTER INSERT ON "submissions" FOR EACH ROW EXECUTE FUNCTION "fill_submission_contents"();--> statement-breakpoint
-- The rest lets a server of the version before, which knows no contents, work on the same database: what it writes
-- into a document becomes a content, and a document of this version has copies of its content.
CREATE FUNCTION "copy_document_content"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	known "contents"%ROWTYPE;
BEGIN
	IF NEW."etag" IS NOT NULL
		AND NEW."key" = 'documents/' || NEW."loan_id" || '/' || NEW."type" || '/' || NEW."etag"
		AND (TG_OP = 'INSERT' OR NEW."etag" <> OLD."etag" OR NEW."password" IS DISTINCT FROM OLD."password")
	THEN
		INSERT INTO "contents" ("key", "loan_id", "type", "sha256", "size", "content_type", "password", "scan", "uploaded_at")
			VALUES (NEW."key", NEW."loan_id", NEW."type", NEW."etag", NEW."size", NEW."content_type", NEW."password", 'not_scanned', NEW."created_at")
			ON CONFLICT ("key") DO UPDATE SET "password" = excluded."password", "object" = 'stored',
				"uploaded_at" = excluded."uploaded_at", "unreferenced_since" = NULL;
	ELSE
		SELECT * INTO known FROM "contents" WHERE "key" = NEW."key";
		NEW."etag" := known."sha256";
		NEW."size" := known."size";
		NEW."content_type" := known."content_type";
		NEW."password" := known."password";
	END IF;
	RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "documents_content" BEFORE INSERT OR UPDATE ON "documents" FOR EACH ROW EXECUTE FUNCTION "copy_document_content"();--> statement-breakpoint
CREATE FUNCTION "copy_scan"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "contents" SET "scan" = NEW."state" WHERE "key" = NEW."key" AND "scan" <> NEW."state";
	RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "scans_content" AFTER INSERT OR UPDATE ON "scans" FOR EACH ROW EXECUTE FUNCTION "copy_scan"();
