CREATE TABLE "scans" (
	"key" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "proof" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "password" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "supplement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scans_loan" ON "scans" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "scans_due" ON "scans" USING btree ("due_at") WHERE "scans"."state" = 'waiting';--> statement-breakpoint
UPDATE "documents" SET "key" = 'documents/' || "loan_id" || '/' || "type" || '/' || "etag";--> statement-breakpoint
UPDATE "loans" SET "fee_receipt" = (SELECT "key" FROM "documents" WHERE "documents"."loan_id" = "loans"."id" AND "documents"."type" = 'fee_receipt') WHERE "fee_receipt" IS NOT NULL;
