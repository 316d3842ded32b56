CREATE TABLE "payment_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reference" text,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"made_by_id" uuid NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"answered_by" text,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_decisions_payment" ON "payment_decisions" USING btree ("payment_id","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_decisions_waiting" ON "payment_decisions" USING btree ("payment_id") WHERE "payment_decisions"."state" = 'waiting';