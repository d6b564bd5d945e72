/** Fields without which a page on a registry leads nowhere; they are left out until there is an address. */
const addresses = ["repository", "homepage", "bugs"];
const required = ["description", "keywords", "license", "author", "engines", "files", "publishConfig"];

/** Pinned until a newer version can be installed: linkedom 0.18.13 needs a package that the registry does not have. */
const pinned = new Set(["linkedom"]);

/** Why these manifests must not be published, in sentences; none if they may. */
export function refusals(manifests, pendingChanges) {
  const versions = new Set(manifests.map(({ version }) => version));
  const missing = manifests.flatMap((manifest) => {
    const fields = [...required, ...addresses].filter((field) => manifest[field] === undefined);
    return fields.length > 0 ? [`${manifest.name} lacks ${fields.join(", ")}.`] : [];
  });
  const hidden = manifests.filter((manifest) => manifest.private).map(({ name }) => `${name} is private.`);
  const unproven = manifests
    .filter(({ publishConfig }) => publishConfig && !(publishConfig.provenance && publishConfig.access === "public"))
    .map(({ name }) => `${name} is not published in public with its provenance.`);
  const names = new Map(manifests.map(({ name, version }) => [name, version]));
  const strange = manifests.flatMap(({ name, dependencies = {}, peerDependencies = {} }) =>
    Object.entries({ ...dependencies, ...peerDependencies }).flatMap(([needed, range]) => {
      if (names.has(needed)) return range === names.get(needed) ? [] : [`${name} needs ${needed} ${range}.`];
      return /^[~^]/.test(range) || pinned.has(needed)
        ? []
        : [`${name} pins ${needed} to ${range}; users get no patches.`];
    }),
  );
  return [
    ...missing,
    ...hidden,
    ...unproven,
    ...strange,
    ...(versions.size > 1 ? [`The versions differ: ${[...versions].join(", ")}.`] : []),
    ...pendingChanges.map((file) => `.changeset/${file} is waiting; npx changeset version takes it into a version.`),
  ];
}
