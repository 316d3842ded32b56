ALTER TABLE "payments" ADD COLUMN "refund_refused_at" timestamp with time zone;
