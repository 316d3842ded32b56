CREATE TABLE "lender_events" (
	"lender_id" integer NOT NULL,
	"event_id" text NOT NULL,
	"reference" text NOT NULL,
	"loan_id" text,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lender_events_lender_id_event_id_pk" PRIMARY KEY("lender_id","event_id")
);
--> statement-breakpoint
CREATE INDEX "lender_events_received" ON "lender_events" USING btree ("received_at");