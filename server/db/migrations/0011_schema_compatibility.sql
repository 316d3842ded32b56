CREATE TABLE "schema_compatibility" (
	"row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"oldest_server" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "schema_compatibility" ("oldest_server") VALUES (1795382227172);
