// A Fastify route that parses the same body and gives a constant answer: what any server of this kind costs.
import Fastify from "fastify";

const answer = process.argv[2];
const app = Fastify({ logger: false });
app.post("/predict", (_request, reply) => {
  reply.type("application/json; charset=utf-8").send(answer);
});
console.log(`bare Fastify at ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
