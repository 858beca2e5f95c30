import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Built into the Python package, which serves it. `npm run dev` talks to a server on port 8000
// that was started with --public-host localhost:5173.
export default defineConfig({
  base: './', // the server writes the path that it serves the page under into index.html
  plugins: [svelte()],
  build: {
    outDir: '../src/adjudge/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } }, // a busy machine is no fault of the page
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
