CREATE TABLE "standard_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"reviewer_id" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
