CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"entry_id" text NOT NULL,
	"instalment" integer,
	"amount_paise" bigint NOT NULL,
	"collected_on" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"counts" boolean NOT NULL,
	"said_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "debit_notices" (
	"loan_id" text NOT NULL,
	"lender_id" integer NOT NULL,
	"instalment" integer NOT NULL,
	"mandate_id" uuid NOT NULL,
	"due_on" text NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "debit_notices_loan_id_lender_id_instalment_pk" PRIMARY KEY("loan_id","lender_id","instalment")
);
--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debit_notices" ADD CONSTRAINT "debit_notices_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debit_notices" ADD CONSTRAINT "debit_notices_mandate_id_mandates_id_fk" FOREIGN KEY ("mandate_id") REFERENCES "public"."mandates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "collections_entry" ON "collections" USING btree ("lender_id","entry_id");--> statement-breakpoint
CREATE INDEX "collections_loan" ON "collections" USING btree ("loan_id","lender_id");