CREATE TABLE "admin_acts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator" text NOT NULL,
	"command" text NOT NULL,
	"subject" text,
	"is_done" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "admin_acts_at" ON "admin_acts" USING btree ("at");