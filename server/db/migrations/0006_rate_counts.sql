CREATE UNLOGGED TABLE "rate_counts" (
	"subject" text NOT NULL,
	"minute" integer NOT NULL,
	"points" integer NOT NULL,
	CONSTRAINT "rate_counts_subject_minute_pk" PRIMARY KEY("subject","minute")
);
