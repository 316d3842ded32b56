CREATE TABLE "access_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"reviewer_name" text NOT NULL,
	"operation" text NOT NULL,
	"loan_id" text,
	"subject" text
);
--> statement-breakpoint
CREATE INDEX "access_log_loan" ON "access_log" USING btree ("loan_id","at");--> statement-breakpoint
CREATE INDEX "access_log_reviewer" ON "access_log" USING btree ("reviewer_id","operation","at");