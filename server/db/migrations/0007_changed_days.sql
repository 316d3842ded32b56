ALTER TABLE "collections" ADD COLUMN "changed_on" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "changed_on" text;--> statement-breakpoint
CREATE INDEX "collections_changed" ON "collections" USING btree ("lender_id","changed_on");--> statement-breakpoint
CREATE INDEX "payments_changed" ON "payments" USING btree ("changed_on");