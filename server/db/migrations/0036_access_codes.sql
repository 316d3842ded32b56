CREATE TABLE "access_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_codes_loan" ON "access_codes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "access_codes_created" ON "access_codes" USING btree ("created_at");