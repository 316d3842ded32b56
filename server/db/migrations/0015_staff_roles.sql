CREATE TABLE "staff_partners" (
	"reviewer_id" uuid NOT NULL,
	"partner_id" text NOT NULL,
	CONSTRAINT "staff_partners_reviewer_id_partner_id_pk" PRIMARY KEY("reviewer_id","partner_id")
);
--> statement-breakpoint
ALTER TABLE "reviewers" ADD COLUMN "role" text DEFAULT 'reviewer' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_partners" ADD CONSTRAINT "staff_partners_reviewer_id_reviewers_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."reviewers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_partners" ADD CONSTRAINT "staff_partners_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "reviewers" SET "role" = 'senior';--> statement-breakpoint
INSERT INTO "staff_partners" ("reviewer_id", "partner_id") SELECT "reviewers"."id", "partners"."id" FROM "reviewers" CROSS JOIN "partners";
