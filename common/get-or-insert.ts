/**
 * The value of a key. Inserts a new one if the map has none. Map.prototype.getOrInsertComputed
 * needs a later Node.
 */
export function getOrInsert<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  create: () => NoInfer<V>,
): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}
