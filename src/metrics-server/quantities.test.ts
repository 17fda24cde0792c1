import { expect, it } from "vitest";
import { numberOf, printCpu, printMemory, printNumber, valueOfCurve } from "./quantities.ts";

const change = { from: "100m", to: "1100m", seconds: 100 };

it.each([
  [{ value: "250m" }, 5, 0.25],
  [{ ramp: change }, -5, 0.1],
  [{ ramp: change }, 0, 0.1],
  [{ ramp: change }, 50, 0.6],
  [{ ramp: change }, 100, 1.1],
  [{ ramp: change }, 1000, 1.1],
  [{ ramp: { from: "1Gi", to: "0", seconds: 4 } }, 1, 0.75 * 2 ** 30],
  [{ wave: change }, 0, 0.1],
  [{ wave: change }, 25, 0.6],
  [{ wave: change }, 50, 1.1],
  [{ wave: change }, 75, 0.6],
  [{ wave: change }, 100, 0.1],
  [{ wave: change }, 150, 1.1],
])("%o is after %i seconds %f", (curve, seconds, expected) => {
  expect(valueOfCurve(curve, seconds * 1000)).toBeCloseTo(expected, 9);
});

it.each([{ value: "none" }, {}])("%o says nothing", (curve) => expect(valueOfCurve(curve, 5)).toBeUndefined());

it.each([
  [0.25, "250m"],
  [0.123456789, "123456789n"],
  [0.0000015, "1500n"],
  [2, "2"],
  [0, "0"],
])("prints %f CPUs as metrics-server: %s", (cpus, text) => expect(printCpu(cpus)).toBe(text));

it.each([
  [45 * 2 ** 20, "45Mi"],
  [12_345_678, "12056Ki"],
  [2 ** 30, "1Gi"],
  [0, "0"],
])("prints %i bytes as metrics-server: %s", (bytes, text) => expect(printMemory(bytes)).toBe(text));

it("prints other numbers to the thousandth, and reads no text that is not a quantity", () => {
  expect([printNumber(7.5), printNumber(300), printNumber(0.0004)]).toEqual(["7500m", "300", "0"]);
  expect([numberOf(undefined), numberOf("much"), numberOf("5k")]).toEqual([undefined, undefined, 5000]);
});
