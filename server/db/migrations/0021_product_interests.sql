CREATE TABLE "product_interests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"consent_version" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "product_interests_address" ON "product_interests" USING btree ("product","address");--> statement-breakpoint
CREATE INDEX "product_interests_created" ON "product_interests" USING btree ("created_at");