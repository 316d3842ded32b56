/** `npm run gallery`: every piece of src/ui, on PORT (4100). Ends with Ctrl+C. */
import { createServer } from 'vite';

const port = Number(process.env.PORT ?? 4100);
const server = await createServer({ server: { port, strictPort: true, host: '127.0.0.1' } });
await server.listen();
console.log(`The gallery is at http://localhost:${port}/tools/gallery/index.html`);
