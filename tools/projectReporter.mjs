// A reporter of vitest that counts, for each project and file, the tests that passed, failed and were skipped.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";

export default class ProjectReporter {
  onInit(vitest) {
    this.root = vitest.config.root;
  }

  onTestRunEnd(modules, errors) {
    const projects = {};
    for (const module of modules) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that cannot be loaded has no tests.
      if (module.errors().length > 0) counts.failed += 1;
      const files = (projects[module.project.name] ??= {});
      files[relative(this.root, module.moduleId)] = counts;
    }
    const path = process.env.KERNELBAYES_TEST_RESULTS;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ projects, errors: errors.length }));
  }
}
