import { EnvironmentError } from "kernelbayes";
import type { Redis } from "ioredis";
import type { Keys } from "../keys.ts";
import type { BlobStore } from "./blobStore.ts";

/**
 * Makes room for bytes unless all together become more than a limit: answers -2 if they are there already, which are kept longer, -1 if they may be put there, else
 * the bytes that are there. The list has a member "key:size" for each, whose score is the second at which it expires. Run again it does the same. The bytes themselves go
 * past this script, which would copy them several times.
 */
const makeRoomScript = `
local now = tonumber(redis.call('TIME')[1])
local member = ARGV[1] .. ':' .. ARGV[2]
if redis.call('STRLEN', KEYS[2]) > 0 then
  if redis.call('TTL', KEYS[2]) < tonumber(ARGV[4]) then
    redis.call('EXPIRE', KEYS[2], ARGV[4])
    redis.call('ZADD', KEYS[1], now + tonumber(ARGV[4]), member)
  end
  return -2
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local total = 0
for _, known in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if known ~= member then total = total + tonumber(string.match(known, ':(%d+)$')) end
end
if total + tonumber(ARGV[2]) > tonumber(ARGV[3]) then return total end
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
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      const time = Math.ceil(seconds);
      const total = Number(await redis.eval(makeRoomScript, 2, keys.blobs, keys.blob(key), key, size, limit, time));
      if (total >= 0) throw full(size, total, limit);
      if (total === -1)
        await redis.set(keys.blob(key), pieces.length === 1 ? asBuffer(pieces[0]) : Buffer.concat(pieces), "EX", time);
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

/** The same bytes, not a copy. */
function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

function full(size: number, total: number, limit: number): EnvironmentError {
  const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);
  return new EnvironmentError(
    "cluster-full",
    `The Redis of the cluster takes ${megabytes(limit)} MB of large data; it holds ${megabytes(total)} MB, and these are ${megabytes(size)} MB more.`,
    "Put large data elsewhere by adding ?blobs=file:///folder (which all machines see) or ?blobs=http://host:port to the address, or raise ?limit=megabytes.",
  );
}
