import { expect, type Page } from "@playwright/test";
import { test } from "../browser-test.ts";
import { deflateSync, strToU8 } from "fflate";
import { parse } from "yaml";
import { ask, enterApp, goTo, openApp, runCommand } from "./open-page.ts";

interface EngineNode {
  readonly id: number;
  readonly total: { readonly max: number };
  readonly run?: { readonly count: number; readonly cost: number };
  readonly children: readonly EngineNode[];
}

interface Explanation {
  readonly estimatedCost: number;
  readonly outcome: { readonly value: string; readonly cost: number };
  readonly root: EngineNode;
}

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        hosts: { type: "array", maxItems: 20, items: { type: "string", maxLength: 30 } },
        routes: {
          type: "array",
          maxItems: 10,
          items: { type: "object", properties: { host: { type: "string", maxLength: 30 } } },
        },
      },
    },
  },
};
const self = { hosts: ["a.test", "b.test"], routes: [{ host: "b.test" }, { host: "c.test" }] };
const rule = "self.routes.all(r, self.hosts.exists(h, h == r.host))";

const labOf = (part: object) => ({
  mode: "rule",
  stored: false,
  expression: rule,
  schema: JSON.stringify(schema),
  path: ["spec"],
  optionalOldSelf: false,
  inputs: { self: JSON.stringify(self) },
  fixtures: [],
  ...part,
});
const linkTo = (view: string, part: object = {}): string =>
  `#/cel/${view}?lab=${Buffer.from(deflateSync(strToU8(JSON.stringify(labOf(part))))).toString("base64url")}`;

/** Asks the Inspector, past the page. */
const explain = (page: Page, expression: string): Promise<Explanation> =>
  page.evaluate(
    async ([text, rules, value]) => {
      const inspect: { celExplain(request: object, inputs: object): Promise<unknown> } = Reflect.get(
        Object(Reflect.get(globalThis, "kubepad")),
        "inspect",
      );
      return (await inspect.celExplain(
        { expression: text, scope: { kind: "rule", schema: rules, path: ["spec"] } },
        { self: value },
      )) as Explanation;
    },
    [expression, schema, self] as const,
  );

const nodesOf = (node: EngineNode): readonly EngineNode[] => [node, ...node.children.flatMap(nodesOf)];
const result = (page: Page) => page.getByRole("region", { name: "Result" });
const costs = (page: Page) => page.getByRole("table", { name: "Costs of all parts" });
const editorOf = (page: Page, name: string) => page.getByRole("region", { name }).locator(".kp-monaco");

/** Replaces the text of the expression as a person would. */
async function write(page: Page, text: string): Promise<void> {
  await editorOf(page, "Expression").locator(".view-lines").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

test("a rule over budget, reached from the palette, is brought under it by the fix that is offered", async ({
  page,
}) => {
  await openApp(page);
  await runCommand(page, "CEL: a rule that costs too much");
  await expect(page).toHaveURL(/#\/cel\/cost$/);
  await expect(result(page).getByRole("alert")).toContainText(
    "the limit of 10,000,000: the server rejects the definition",
  );
  const advice = page.getByRole("list", { name: "How to reduce it" }).getByRole("listitem").first();
  await expect(advice).toContainText(/max(Items|Length): \d+ on spec\..*\d+ % of the budget/);
  await advice.getByRole("button", { name: "Apply" }).click();
  await expect(result(page)).toContainText(
    /In the worst case this rule costs [\d,]+, \d+ % of the limit of 10,000,000/,
  );
  await expect(page.getByRole("list", { name: "How to reduce it" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Schema" }).click();
  await expect(editorOf(page, "Inputs").locator(".view-lines")).toContainText(/maxItems:\s\d+/);
  await expect(editorOf(page, "Inputs").locator(".view-lines")).toContainText("A gateway: hosts and routes");
});

test("the server refuses a definition with the rule before the fix, and takes it after", async ({ page }) => {
  const define = async () => {
    const { schema: text, expression } = JSON.parse(
      (await page.evaluate(() => localStorage.getItem("kubepad.cel"))) ?? "{}",
    );
    const openAPIV3Schema = parse(text);
    openAPIV3Schema.properties.spec["x-kubernetes-validations"] = [
      { rule: expression, message: "every route needs a host" },
    ];
    const names = { plural: "gateways", singular: "gateway", kind: "Gateway" };
    return ask(page, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "gateways.lab.test" },
      spec: {
        group: "lab.test",
        scope: "Namespaced",
        names,
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    });
  };
  await openApp(page, "#/cel/cost?example=over-budget");
  await expect(page.getByRole("list", { name: "How to reduce it" })).toBeVisible();
  const refused = await define();
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("estimated rule cost exceeds budget");
  await page.getByRole("list", { name: "How to reduce it" }).getByRole("button", { name: "Apply" }).first().click();
  await expect(result(page)).toContainText("of the limit of 10,000,000");
  const taken = await define();
  expect(taken.status, taken.text).toBe(201);
});

test.describe("what an address brings", () => {
  test.use({ world: "of the lab" });

  test("the numbers of the cost view are the engine's", async ({ page }) => {
    await enterApp(page, linkTo("cost"));
    const engine = await explain(page, rule);
    const number = (value: number) => value.toLocaleString("en-US");
    await expect(result(page).locator("[data-measure=estimate]")).toHaveText(number(engine.estimatedCost));
    await expect(result(page).locator("[data-measure=actual]")).toHaveText(number(engine.outcome.cost));
    const nodes = nodesOf(engine.root);
    await expect(costs(page).locator("tbody tr")).toHaveCount(nodes.length);
    for (const node of nodes) {
      const row = costs(page).locator(`tr[data-node="${node.id}"]`);
      await expect(row.locator("[data-cell=estimate]")).toHaveText(number(node.total.max));
      await expect(row.locator("[data-cell=actual]")).toHaveText(number(node.run?.cost ?? 0));
    }
    expect(engine.estimatedCost).toBe(engine.root.total.max);
    expect(engine.outcome.cost).toBe(engine.root.run?.cost);
  });

  test("selecting a part of the picture shows it in the expression, the table and in words", async ({ page }) => {
    await enterApp(page, linkTo("cost"));
    // Until the server has answered the link's expression, the picture is that of the example before.
    const { estimatedCost } = await explain(page, rule);
    await expect(result(page).locator("[data-measure=estimate]")).toHaveText(estimatedCost.toLocaleString("en-US"));
    const flame = page.getByRole("group", { name: "Estimated cost: arrow keys move" });
    await flame
      .locator("svg.kp-flame-box")
      .filter({ hasText: /^== ·|exists ·/ })
      .first()
      .click();
    const words = page.getByRole("status", { name: "Selected part" });
    await expect(words).toContainText("self.hosts.exists(h, h == r.host)");
    await expect(words).toContainText("It runs up to 10 times");
    await expect(words).toContainText("It iterates up to 20 times each time, as often as self.hosts has elements");
    await expect(words).toContainText("It was evaluated 2 times");
    await expect(costs(page).locator("tr[data-selected]")).toContainText("self.hosts.exists(h, h == r.host)");
    await expect(page.locator(".kp-cel-selected").first()).toBeVisible();
  });

  test("the why view shows the value of every part and what decided", async ({ page }) => {
    await enterApp(page, linkTo("why"));
    const why = page.getByRole("table", { name: "Values of all parts" });
    const valueOf = (part: string) =>
      why
        .getByRole("row")
        .filter({ has: page.getByRole("button", { name: part, exact: true }) })
        .locator("[data-cell=value]");
    await expect(valueOf(rule)).toContainText("false");
    await expect(valueOf(rule)).toContainText('decided by [1]: {"host": "c.test"}');
    await expect(valueOf("self.hosts").first()).toContainText('["a.test", "b.test"]');
    await expect(valueOf("h == r.host")).toContainText("values: false, true, false, false");
    await expect(page.getByRole("tabpanel", { name: "Why" })).toContainText(
      "The expression is false. Element 1 of all() decided the result",
    );
  });

  test("the editor completes members, tells types and underlines what is wrong", async ({ page }) => {
    await enterApp(page, linkTo("cost", { expression: "true" }));
    await expect(result(page)).toContainText("holds");
    await write(page, "self.");
    await expect(page.locator(".suggest-widget").getByRole("option").first()).toContainText("hosts");
    await page.keyboard.type("ro");
    await expect(page.locator(".suggest-widget").getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await page.keyboard.type(".nope");
    const issues = page.getByRole("list", { name: "What is wrong with the expression" });
    await expect(issues).toContainText("does not support field selection");
    await expect(page.locator(".squiggly-error")).toBeVisible();
    await page.keyboard.press("Escape");
    await write(page, "self.hosts == []");
    await expect(issues).toHaveCount(0);
    await expect(async () => {
      await page.mouse.move(0, 0); // a pointer that comes while the editor draws is not noticed until it moves again
      await editorOf(page, "Expression").locator(".view-lines").getByText("hosts").hover();
      await expect(page.locator(".monaco-hover").filter({ hasText: "list(string)" }).first()).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
  });

  test("admission expressions see objects and the request; nothing is estimated for them", async ({ page }) => {
    await enterApp(page, "#/cel/why?example=admission");
    await expect(result(page)).toContainText("does not hold");
    await expect(page.getByRole("tabpanel", { name: "Why" })).toContainText('"docker.test/proxy:2"');
    await page.getByRole("tab", { name: "Cost" }).click();
    await expect(page.getByRole("tabpanel", { name: "Cost" })).toContainText("there is no estimate");
  });
});

test("a fixture table runs one rule over many inputs, again whenever the rule changes, and survives a reload", async ({
  page,
}) => {
  const of = (id: string, value: object) => ({ id, name: id, inputs: { self: JSON.stringify(value) } });
  await openApp(
    page,
    linkTo("fixtures", {
      fixtures: [of("good", { hosts: ["a"], routes: [{ host: "a" }] }), of("bad", self), of("broken", { routes: 5 })],
    }),
  );
  const rowOf = (name: string) =>
    page
      .getByRole("table", { name: "Fixtures" })
      .getByRole("row")
      .filter({ has: page.locator(`input[value="${name}"]`) });
  await expect(rowOf("good")).toContainText("pass");
  await expect(rowOf("bad")).toContainText("fail");
  await expect(rowOf("broken")).toContainText("error");
  await expect(page.getByRole("tabpanel", { name: "Fixtures" }).getByRole("status")).toHaveText(
    /1 pass, 1 fail, 1 error; the most expensive costs \d+/,
  );
  await page.getByRole("button", { name: "Save the inputs as a fixture" }).click();
  await expect(rowOf("input 4")).toContainText("fail");
  await write(page, "size(self.hosts) == 2");
  await expect(rowOf("good")).toContainText("fail");
  await expect(rowOf("bad")).toContainText("pass");
  await page.getByRole("button", { name: "Remove broken" }).click();
  await page.reload();
  await expect(rowOf("bad")).toContainText("pass");
  await expect(rowOf("input 4")).toContainText("pass");
  await expect(rowOf("broken")).toHaveCount(0);
  await page.getByRole("button", { name: "Open good" }).click();
  await expect(editorOf(page, "Inputs").locator(".view-lines")).toContainText('"host":"a"');
});

test("schema and values come from what the server holds", async ({ page }) => {
  await openApp(page);
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "gates.lab.test" },
    spec: {
      group: "lab.test",
      scope: "Namespaced",
      names: { plural: "gates", singular: "gate", kind: "Gate" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const made = await ask(page, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  expect(made.status, made.text).toBe(201);
  const create = (name: string, hosts: readonly string[]) =>
    ask(page, "POST", "/apis/lab.test/v1/namespaces/default/gates", {
      apiVersion: "lab.test/v1",
      kind: "Gate",
      metadata: { name },
      spec: { hosts },
    });
  await expect.poll(async () => (await create("one", ["x"])).status).toBe(201);
  expect((await create("two", ["x", "y"])).status).toBe(201);
  await goTo(
    page,
    linkTo("fixtures", { schema: "type: object", path: [], inputs: {}, expression: "size(self.hosts) == 1" }),
  );
  await page.getByRole("button", { name: "From live objects" }).click();
  const dialog = page.getByRole("dialog", { name: "From live objects" });
  await dialog.getByLabel("Definition").selectOption("Gate · lab.test/v1");
  await dialog.getByLabel("Field").selectOption("spec");
  await dialog.getByRole("button", { name: "Use this schema" }).click();
  await expect.poll(() => dialog.getByLabel("Kind").locator("option").allTextContents()).toContain("Gate · lab.test");
  await dialog.getByLabel("Kind").selectOption("Gate · lab.test");
  await dialog.getByLabel("Object", { exact: true }).selectOption("default/one");
  await dialog.getByRole("button", { name: "Use as self", exact: true }).click();
  await dialog.getByRole("button", { name: "Add 2 objects as fixtures" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(result(page)).toContainText("holds");
  await expect(page.getByRole("tabpanel", { name: "Fixtures" }).getByRole("status")).toContainText(
    "1 pass, 1 fail, 0 errors",
  );
});

test("the lab takes nothing in while it reads its link, which would take its place", async ({ page }) => {
  let deliver = (): void => undefined;
  const wanted = new Promise<void>((resolve) => (deliver = resolve));
  await openApp(page, "#/cel/cost");
  await expect(page.locator(".kp-lab .kp-monaco").first()).toBeVisible();
  await page.route(/\/browser-[^/]*\.js$/, async (route) => {
    await wanted;
    await route.continue();
  });
  await goTo(page, linkTo("cost", { expression: "self.hosts.size() == 2" }));
  await expect(page).toHaveURL(/#\/cel\/cost$/);
  const editor = page.locator(".kp-lab").getByRole("textbox", { name: "Expression" });
  await editor.focus();
  await expect(editor).not.toBeFocused();
  deliver();
  await expect(result(page)).toContainText("holds");
  await editor.focus();
  await expect(editor).toBeFocused();
});

test("without a pointer: from the palette to the fix, and through the picture by arrow keys", async ({ page }) => {
  await openApp(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("rule that costs");
  await expect(page.getByRole("option", { name: /a rule that costs too much/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  const fix = page.getByRole("list", { name: "How to reduce it" }).getByRole("button", { name: "Apply" }).first();
  await expect(fix).toBeVisible();
  const flame = page.getByRole("group", { name: "Actual cost: arrow keys move" });
  await tabTo(page, () => flame.evaluate((element) => element === document.activeElement));
  const words = page.getByRole("status", { name: "Selected part" });
  await page.keyboard.press("ArrowDown");
  await expect(words).toContainText("self.routes.all(r, self.hosts.exists(h, h == r.host))");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(words).toContainText(/^self\.hosts\.exists\(h, h == r\.host\)/);
  await page.keyboard.press("ArrowUp");
  await expect(words).toContainText(/^self\.routes\.all/);
  await tabTo(page, () => fix.evaluate((element) => element === document.activeElement), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(result(page)).toContainText("of the limit of 10,000,000");
});

test("a link restores the lab elsewhere, and the lab that was there before is kept", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openApp(page, linkTo("why"));
  await expect(result(page)).toContainText("does not hold");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await goTo(page, "#/cel/cost?example=expression");
  await expect(result(page)).toContainText("[4, 4]");
  await write(page, "size(servers) + 40");
  await expect(result(page)).toContainText("43");
  await goTo(page, link.slice(link.indexOf("#")));
  await expect(result(page)).toContainText("does not hold");
  await page.getByRole("button", { name: "Restore my lab" }).click();
  await expect(result(page)).toContainText("43");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the expression is written plainly, what is wrong underlined; the fix is as near", async ({ page }) => {
    await openApp(page, "#/cel/rule?example=over-budget");
    const editor = page.getByRole("textbox", { name: "Expression" });
    await expect(page.locator(".kp-monaco")).toHaveCount(0);
    const rule = await editor.inputValue();
    const costTab = page.getByRole("tab", { name: "Cost" });
    await expect(result(page)).toContainText("does not hold");
    const place = await costTab.boundingBox();
    await editor.fill("self.nope == 1");
    await expect(page.locator(".kp-plain [data-wrong]")).toHaveText([".", "nope"]);
    await expect(result(page)).toContainText("undefined field 'nope'");
    expect(await costTab.boundingBox()).toEqual(place); // an error above it does not move it from under a pointer
    await editor.fill(rule);
    await costTab.click();
    await page.getByRole("list", { name: "How to reduce it" }).getByRole("button", { name: "Apply" }).first().click();
    await expect(result(page)).toContainText("of the limit of 10,000,000");
  });
});

/** Presses a key until there. */
async function tabTo(page: Page, there: () => Promise<boolean>, key = "Tab"): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await there()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}
