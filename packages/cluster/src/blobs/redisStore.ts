import { EnvironmentError } from "kernelbayes";
import type { Redis } from "ioredis";
import type { Keys } from "../keys.ts";
import type { BlobStore } from "./blobStore.ts";

/**
 * Keeps bytes unless all together become more than a limit; answers the bytes that are there if they would. The list has a member "key:size" for each, whose
 * score is the second at which it expires. Run again it does the same.
 */
const putScript = `
local now = tonumber(redis.call('TIME')[1])
local member = ARGV[1] .. ':' .. #ARGV[2]
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local total = 0
for _, known in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if known ~= member then total = total + tonumber(string.match(known, ':(%d+)$')) end
end
if total + #ARGV[2] > tonumber(ARGV[3]) then return total end
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[4])
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[4]), member)
return -1
`;

/** Keeps bytes longer if they are there; answers 1 then. */
const touchScript = `
local size = redis.call('STRLEN', KEYS[2])
if size == 0 then return 0 end
local left = redis.call('TTL', KEYS[2])
if left < tonumber(ARGV[2]) then
  redis.call('EXPIRE', KEYS[2], ARGV[2])
  redis.call('ZADD', KEYS[1], tonumber(redis.call('TIME')[1]) + tonumber(ARGV[2]), ARGV[1] .. ':' .. size)
end
return 1
`;

/** Large data in Redis itself, up to a limit. */
export function redisStore(redis: Redis, keys: Keys, limit: number): BlobStore {
  const touchOne = async (key: string, seconds: number): Promise<boolean> =>
    (await redis.eval(touchScript, 2, keys.blobs, keys.blob(key), key, seconds)) === 1;
  return {
    async put(key, pieces, seconds) {
      if (await touchOne(key, seconds)) return;
      const bytes = Buffer.concat(pieces);
      const total = Number(
        await redis.eval(putScript, 2, keys.blobs, keys.blob(key), key, bytes, limit, Math.ceil(seconds)),
      );
      if (total >= 0) throw full(bytes.length, total, limit);
    },
    async get(key) {
      return (await redis.getBuffer(keys.blob(key))) ?? undefined;
    },
    async touch(names, seconds) {
      const there = await Promise.all(names.map((key) => touchOne(key, seconds)));
      return names.filter((_, at) => !there[at]);
    },
    async remove(key) {
      const size = await redis.strlen(keys.blob(key));
      await redis.multi().del(keys.blob(key)).zrem(keys.blobs, `${key}:${size}`).exec();
    },
  };
}

function full(size: number, total: number, limit: number): EnvironmentError {
  const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);
  return new EnvironmentError(
    "cluster-full",
    `The Redis of the cluster takes ${megabytes(limit)} MB of large data; it holds ${megabytes(total)} MB, and these are ${megabytes(size)} MB more.`,
    "Put large data elsewhere by adding ?blobs=file:///folder (which all machines see) or ?blobs=http://host:port to the address, or raise ?limit=megabytes.",
  );
}
