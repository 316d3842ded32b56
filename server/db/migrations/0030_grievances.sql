ALTER TABLE "conversation_messages" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "kind" text DEFAULT 'query' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "grievance_number" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "loan_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "lender_id" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "lodged_on" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "answer_by" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "settled_on" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "latest_notice" text;--> statement-breakpoint
CREATE INDEX "conversations_order" ON "conversations" USING btree ("state","answer_by","updated_at","id");--> statement-breakpoint
CREATE INDEX "conversations_unsettled" ON "conversations" USING btree ("answer_by") WHERE "conversations"."answer_by" is not null and "conversations"."outcome" is null;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_grievance_number_unique" UNIQUE("grievance_number");