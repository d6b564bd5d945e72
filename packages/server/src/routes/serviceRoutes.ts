import swagger from "@fastify/swagger";
import swaggerPage from "@fastify/swagger-ui";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { version } from "kernelbayes/models";
import type { App } from "../http/app.ts";
import type { Context } from "../http/context.ts";

const open = { isOpen: true, rateLimit: false } as const;

/** The page runs scripts of its own, and nothing else. It sets styles on its elements. */
const pagePolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Collects the description of the routes that are added after it. */
export async function addDescription(fastify: App, hasKeys: boolean): Promise<void> {
  const securitySchemes = { key: { type: "http", scheme: "bearer" } } as const;
  await fastify.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "kernelbayes",
        version,
        description: "Predictions of classifiers whose probabilities can be trusted.",
      },
      ...(hasKeys && { components: { securitySchemes }, security: [{ key: [] }] }),
    },
    transform: (route) => describeCsv(jsonSchemaTransform(route)),
  });
}

/** Says of bodies that may be CSV that they are text then. */
function describeCsv({
  schema,
  ...route
}: ReturnType<typeof jsonSchemaTransform>): ReturnType<typeof jsonSchemaTransform> {
  const { body, consumes } = schema as { body?: object; consumes?: readonly string[] };
  if (!consumes?.includes("text/csv")) return { ...route, schema };
  const csv = { type: "string", description: "A header line with the names of the columns, then a line for each row." };
  const content = { "application/json": { schema: body }, "text/csv": { schema: csv } };
  return { ...route, schema: { ...schema, body: { content } } };
}

/** Figures for Prometheus, the description of the interface, and its page. */
export async function addServiceRoutes(fastify: App, { metrics }: Context): Promise<void> {
  fastify.get("/metrics", { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
  fastify.get("/openapi.json", { config: open, schema: { hide: true } }, async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(JSON.stringify(fastify.swagger())),
  );
  await fastify.register(async (page) => {
    page.addHook("onRoute", (route) => {
      route.config = { ...route.config, ...open };
    });
    await page.register(swaggerPage, {
      routePrefix: "/docs",
      staticCSP: pagePolicy,
      uiConfig: { validatorUrl: null, layout: "BaseLayout" },
      theme: { title: "kernelbayes" },
    });
  });
}
