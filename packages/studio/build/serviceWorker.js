// Keeps the files of the page, so that it opens without a network. It answers for nothing but these.
const prefix = "kernelbayes-studio-";
const version = `${prefix}__VERSION__`;
const files = __FILES__;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((kept) => kept.addAll(files)));
});

// A new version takes over when no page of the former one is open.
addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    const former = names.filter((name) => name.startsWith(prefix) && name !== version);
    await Promise.all(former.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const kept = () => caches.match(request.mode === "navigate" ? registration.scope : request);
  // The page itself is asked for first, so that a new version is seen; all else has names of its own.
  const answer = async () =>
    request.mode === "navigate"
      ? fetch(request).catch(async (error) => (await kept()) ?? Promise.reject(error))
      : ((await kept()) ?? fetch(request));
  event.respondWith(answer());
});
