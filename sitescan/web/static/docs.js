// The form of the API's page: sends one request and shows what comes back, as it comes.

const form = document.querySelector("#try");
const answer = document.querySelector("#answer");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  answer.textContent = "Scanning ...";
  try {
    const response = await fetch("/api/v1/scan", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ url: form.elements.url.value.trim() }),
    });
    const quota = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]
      .filter((name) => response.headers.has(name))
      .map((name) => `${name}: ${response.headers.get(name)}\n`);
    answer.textContent = `HTTP ${response.status}\n${quota.join("")}\n${JSON.stringify(await response.json(), null, 2)}`;
  } catch {
    answer.textContent = "The service could not be reached.";
  }
});
