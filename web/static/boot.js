// The frame of the page is painted first, then the page itself is read.
requestAnimationFrame(() => setTimeout(() => import("./app.js")));
